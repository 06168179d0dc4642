import './trustedText.ts'
import './styles/entry.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.tsx'
import { loadWords, startWords } from './words/i18n.ts'

await startWords()
await loadWords(['common'])

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its root')
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
