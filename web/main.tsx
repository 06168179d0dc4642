import './trustedText.ts'
import './styles/entry.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadWords, startWords } from './i18n/i18n.ts'
import { router } from './routes/router.tsx'

void start()

// A function, because awaiting in the module itself keeps the bundler from joining small files.
async function start(): Promise<void> {
  await startWords()
  await Promise.all([loadWords(['common']), fontsLoaded()])
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has lost its root')
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}

/** The longest that a page waits for its letters. They then replace those of the system. */
const fontsMs = 1_000

/** Text that is drawn in other letters first moves when its own arrive. */
function fontsLoaded(): Promise<unknown> {
  const own = document.documentElement.lang === 'en' ? 'Aa' : 'نصAa'
  // The name of the other language, and the sign of the riyal, are on every page.
  const fonts = [
    document.fonts.load('400 14px Plex', 'نصAa'),
    document.fonts.load('600 14px Plex', own),
    ...[400, 600].map((weight) => document.fonts.load(`${weight} 14px Riyal`, '\u20c1')),
  ]
  return Promise.race([Promise.all(fonts).catch(() => {}), new Promise((done) => setTimeout(done, fontsMs))])
}
