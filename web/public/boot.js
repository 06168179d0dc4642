// Runs before the first paint, so that nobody sees the page turn over or flash from light to dark. It is a file of
// its own because the content security policy forbids inline scripts.
;(() => {
  const root = document.documentElement
  let language = 'ar'
  let scheme = 'light'
  try {
    language = localStorage.getItem('mizan-language') === 'en' ? 'en' : 'ar'
    scheme = localStorage.getItem('mantine-color-scheme-value') || 'light'
  } catch {
    // Storage can be closed to us; the defaults stand.
  }
  if (scheme === 'auto') scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.lang = language
  root.dir = language === 'ar' ? 'rtl' : 'ltr'
  root.dataset.mantineColorScheme = scheme
  // The same policy forbids making functions from text; the schema library asks here before it tries.
  globalThis.__zod_globalConfig = { jitless: true }
})()
