'use strict';
const xenosim = (() => {
  const make = (tag, attributes = {}, ...children) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === 'text') node.textContent = value;
      else node.setAttribute(name, value);
    }
    node.append(...children);
    return node;
  };

  // Light and dark: as the system has it, until the reader says otherwise.
  const themes = ['', 'light', 'dark'];
  document.getElementById('theme')?.addEventListener('click', () => {
    const root = document.documentElement;
    const next = themes[(themes.indexOf(root.dataset.theme || '') + 1) % themes.length];
    if (next) root.dataset.theme = next;
    else delete root.dataset.theme;
  });

  // Details of marks: the title of a mark, at once and beside the pointer.
  const tip = make('div', { id: 'tip', role: 'tooltip' });
  document.body.append(tip);
  for (const title of document.querySelectorAll('[data-mark] > title')) {
    const mark = title.parentNode;
    mark.setAttribute('aria-label', title.textContent);
    mark.dataset.tip = title.textContent;
    title.remove();
  }
  document.addEventListener('pointermove', (event) => {
    const mark = event.target.closest?.('[data-tip]');
    tip.style.display = mark ? 'block' : 'none';
    if (!mark) return;
    tip.textContent = mark.dataset.tip;
    const box = tip.getBoundingClientRect();
    const left = Math.min(event.clientX + 14, innerWidth - box.width - 6);
    const above = event.clientY - box.height - 12;
    tip.style.left = Math.max(4, left) + 'px';
    tip.style.top = (above > 4 ? above : event.clientY + 18) + 'px';
  });

  for (const button of document.querySelectorAll('.copy')) {
    button.addEventListener('click', async () => {
      const code = button.parentNode.querySelector('code');
      try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = 'copied';
      } catch {
        getSelection().selectAllChildren(code);
        button.textContent = 'selected';
      }
    });
  }

  return { make };
})();
