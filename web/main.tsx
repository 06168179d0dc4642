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
  await loadWords(['common'])
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has lost its root')
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}
