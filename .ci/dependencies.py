#!/usr/bin/env python3
"""Checks what the program is built from: licences, and packages that come in two versions.

Reads `cargo metadata` only, so it needs no network. Advisories need a database from outside and
are not checked here.
"""

import json
import subprocess
import sys
from collections import defaultdict

# Licences under which a dependency may be used. An expression is fine if one alternative is.
ALLOWED = {
    "MIT", "MIT-0", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-1-Clause",
    "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "ISC", "Unicode-3.0", "Unlicense",
    "Zlib", "0BSD",
}
# Packages that are known to come in two versions, each with the reason.
TWICE = {
    "hashbrown": "indexmap and polars ask for different versions",
    "embedded-io": "postcard names two, and builds neither here",
    "foldhash": "comes with hashbrown",
    "winnow": "the reader and the writer of TOML ask for different versions",
    "getrandom": "rand and tempfile ask for different versions",
    "r-efi": "comes with getrandom",
    "syn": "derive macros ask for different versions",
    "rand": "dependencies ask for an older one",
    "rand_core": "comes with rand",
}


def fits(expression):
    """Whether a licence expression allows use; `OR` binds weaker than `AND`."""
    expression = expression.replace("/", " OR ").replace("(", " ").replace(")", " ")
    alternatives = expression.split(" OR ")
    return any(all(part.strip() in ALLOWED for part in alternative.split(" AND "))
               for alternative in alternatives)


def main():
    metadata = subprocess.run(["cargo", "metadata", "--locked", "--format-version", "1"],
                              check=True, capture_output=True, text=True).stdout
    packages = [p for p in json.loads(metadata)["packages"] if p["source"]]
    faults = []
    versions = defaultdict(set)
    for package in packages:
        versions[package["name"]].add(package["version"])
        licence = package["license"]
        if not licence and not package["license_file"]:
            faults.append(f"{package['name']} {package['version']}: no licence given")
        elif licence and not fits(licence):
            faults.append(f"{package['name']} {package['version']}: licence {licence} is not on "
                          "the list in .ci/dependencies.py")
    twice = {name for name, found in versions.items() if len(found) > 1}
    for name in sorted(twice - TWICE.keys()):
        faults.append(f"{name}: versions {', '.join(sorted(versions[name]))}; use one, or name "
                      "the reason in .ci/dependencies.py")
    for fault in faults:
        print(fault)
    print(f"{len(packages)} packages, {len(twice)} of them in two versions, {len(faults)} faults")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
