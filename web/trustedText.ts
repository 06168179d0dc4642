import { workerAddress } from './offline/workerAddress.ts'

type Rules = Record<'createHTML' | 'createScriptURL', (text: string) => string>
type Policies = { createPolicy(name: string, rules: Rules): unknown }

/**
 * The page lets no text become markup (`require-trusted-types-for`), but for what has no element in it: the variables that the
 * library of controls writes into its style elements. The only script that is loaded by its address is the service worker.
 */
const { trustedTypes } = globalThis as { trustedTypes?: Policies }
trustedTypes?.createPolicy('default', {
  createHTML: (text) => {
    if (text.includes('<')) throw new TypeError('text is no markup')
    return text
  },
  createScriptURL: (text) => {
    if (new URL(text, window.location.href).href !== new URL(workerAddress, window.location.href).href)
      throw new TypeError('only the service worker is loaded by its address')
    return text
  },
})
