// Runs before the first paint, so that nobody sees the page turn over or flash from light to dark. It is a file of
// its own because the content security policy forbids inline scripts.
;(() => {
  const root = document.documentElement
  let language = 'ar'
  let scheme = 'light'
  let direction = ''
  try {
    language = localStorage.getItem('mizan-language') === 'en' ? 'en' : 'ar'
    scheme = localStorage.getItem('mantine-color-scheme-value') || 'light'
    direction = localStorage.getItem('mizan-direction')
  } catch {
    // Storage can be closed to us; the defaults stand.
  }
  if (scheme === 'auto') scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.lang = language
  const own = language === 'ar' ? 'rtl' : 'ltr'
  // The theme panel may have chosen another direction than the language's.
  root.dir = direction === 'rtl' || direction === 'ltr' ? direction : own
  root.dataset.mantineColorScheme = scheme
  // The same policy forbids making functions from text; the schema library asks here before it tries.
  globalThis.__zod_globalConfig = { jitless: true }
})()
