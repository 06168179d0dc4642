// Runs before the first paint, so that nobody sees the page turn over or flash from light to dark. It is a file of
// its own because the content security policy forbids inline scripts.
;(() => {
  const root = document.documentElement
  let language = 'ar'
  let scheme = 'light'
  let direction = ''
  let accent = ''
  try {
    language = localStorage.getItem('mizan-language') === 'en' ? 'en' : 'ar'
    scheme = localStorage.getItem('mantine-color-scheme-value') || 'light'
    direction = localStorage.getItem('mizan-direction')
    accent = localStorage.getItem('mizan-accent') || ''
  } catch {
    // Storage can be closed to us; the defaults stand.
  }
  if (scheme === 'auto') scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.lang = language
  // The chosen colour for the pages before the sign-in: fill, text on light, text on dark.
  const [fill, onLight, onDark] = accent.split(' ').filter((shade) => /^#[0-9a-f]{6}$/.test(shade))
  if (onDark) {
    root.style.setProperty('--chosen-fill', fill)
    root.style.setProperty('--chosen-text', scheme === 'dark' ? onDark : onLight)
  }
  const own = language === 'ar' ? 'rtl' : 'ltr'
  // The theme panel may have chosen another direction than the language's.
  root.dir = direction === 'rtl' || direction === 'ltr' ? direction : own
  root.dataset.mantineColorScheme = scheme
  // The same policy forbids making functions from text; the schema library asks here before it tries.
  globalThis.__zod_globalConfig = { jitless: true }
})()
