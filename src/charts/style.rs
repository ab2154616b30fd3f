//! Colours and type. Everything is a CSS variable, so that a page can follow light and dark.

/// The variables on light paper.
pub const LIGHT_VARIABLES: &str = "--xc-paper:#ffffff;--xc-ink:#1b1f24;--xc-soft:#57606a;\
--xc-grid:#d8dee4;--xc-band:#eaeef2;--xc-c0:#0072b2;--xc-c1:#d55e00;--xc-c2:#009e73;\
--xc-c3:#b4558c;--xc-c4:#b27a00;--xc-c5:#3b94cc;--xc-c6:#6e7781;--xc-c7:#1b1f24;";

/// The variables on dark paper.
pub const DARK_VARIABLES: &str = "--xc-paper:#14181d;--xc-ink:#e6edf3;--xc-soft:#9aa5b1;\
--xc-grid:#323a44;--xc-band:#222932;--xc-c0:#56b4e9;--xc-c1:#f08a4b;--xc-c2:#2fc79c;\
--xc-c3:#e08fbd;--xc-c4:#f0b840;--xc-c5:#9cd0f2;--xc-c6:#8b949e;--xc-c7:#e6edf3;";

/// How charts look; needs the variables.
pub const CHART_CSS: &str = "\
.xc{font:13px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;font-variant-numeric:tabular-nums}\
.xc text{fill:var(--xc-ink)}\
.xc .xc-soft,.xc .xc-tick{fill:var(--xc-soft);font-size:11.5px}\
.xc .xc-value{font-size:11.5px}\
.xc .xc-halo{paint-order:stroke;stroke:var(--xc-paper);stroke-width:3px}\
.xc .xc-heading{font-size:15px;font-weight:600}\
.xc .xc-group{font-weight:600;font-size:12.5px}\
.xc .xc-paper{fill:var(--xc-paper)}\
.xc .xc-grid{stroke:var(--xc-grid);stroke-width:1}\
.xc .xc-zero{stroke:var(--xc-soft);stroke-width:1}\
.xc .xc-margin{fill:var(--xc-band)}\
.xc .xc-stripe{fill:var(--xc-band);opacity:.55}\
.xc .xc-reference{stroke:var(--xc-soft);stroke-width:1;stroke-dasharray:2 3}\
.xc .xc-line{fill:none;stroke:var(--c);stroke-width:2;stroke-linejoin:round}\
.xc .xc-area{fill:var(--c);opacity:.18}\
.xc .xc-fill{fill:var(--c)}\
.xc .xc-hollow{fill:var(--xc-paper);stroke:var(--c);stroke-width:1.8}\
.xc .xc-whisker{stroke:var(--c);stroke-width:2}\
.xc .xc-thin{stroke:var(--c);stroke-width:1}\
.xc .xc-hit{fill:transparent;stroke:none}\
.xc .xc-cell{stroke:var(--xc-paper);stroke-width:1.5}\
.xc [data-mark]:hover{filter:brightness(1.15)}\
.xc [data-mark]:hover .xc-hit{fill:var(--c);fill-opacity:.55}\
.xc .c0{--c:var(--xc-c0)}.xc .c1{--c:var(--xc-c1)}.xc .c2{--c:var(--xc-c2)}.xc .c3{--c:var(--xc-c3)}\
.xc .c4{--c:var(--xc-c4)}.xc .c5{--c:var(--xc-c5)}.xc .c6{--c:var(--xc-c6)}.xc .c7{--c:var(--xc-c7)}\
.xc .d1 .xc-line{stroke-dasharray:7 3}.xc .d2 .xc-line{stroke-dasharray:2 3}.xc .d3 .xc-line{stroke-dasharray:9 3 2 3}";

/// Number of colours of series.
pub(crate) const COLOURS: usize = 8;

/// The class of a series: its colour, and a dash that differs from its neighbours.
pub(crate) fn series_class(index: usize) -> String {
    format!("c{} d{}", index % COLOURS, index % 4)
}

/// The style of a standalone file.
pub(crate) fn standalone_css() -> String {
    format!(
        ".xc{{{LIGHT_VARIABLES}}}@media (prefers-color-scheme:dark){{.xc{{{DARK_VARIABLES}}}}}{CHART_CSS}"
    )
}
