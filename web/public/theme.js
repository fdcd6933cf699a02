// Runs before the first paint, so that a dark page never flashes white. A file of its own: the
// content security policy allows no inline script.
document.documentElement.classList.toggle('dark', localStorage.getItem('darkMode') === 'true');
