// Runs before the first paint, so that a dark page never flashes white. A file of its own: the
// content security policy allows no inline script.
if (localStorage.getItem('darkMode') === 'true') {
  document.documentElement.classList.add('dark');
  document.querySelector('meta[name=theme-color]').content = '#0d1714';
}
