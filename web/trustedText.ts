type Policies = { createPolicy(name: string, rules: { createHTML(text: string): string }): unknown }

/**
 * The page lets no text become markup (`require-trusted-types-for`), but for what has no element in it: the variables that the
 * library of controls writes into its style elements.
 */
const { trustedTypes } = globalThis as { trustedTypes?: Policies }
trustedTypes?.createPolicy('default', {
  createHTML: (text) => {
    if (text.includes('<')) throw new TypeError('text is no markup')
    return text
  },
})
