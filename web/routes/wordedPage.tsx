import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { PageName, PageWords } from '../i18n/PageWords.tsx'

/** The component of a page, loaded when it is opened, with its name and its namespaces around it. */
export function wordedPage(load: () => Promise<ComponentType>, words: readonly string[] = [], name = '') {
  return lazyRouteComponent(async () => ({ default: worded(await load(), words, name) }))
}

function worded(Page: ComponentType, words: readonly string[], name: string): ComponentType {
  return () => (
    <PageName value={name}>
      <PageWords value={words}>
        <Page />
      </PageWords>
    </PageName>
  )
}
