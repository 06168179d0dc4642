/**
 * The keys without Ctrl. They act while no field has the focus and no dialog is open. A key is named by its place on a Latin keyboard,
 * so that it works on an Arabic one.
 */
export const rowKeys = {
  KeyJ: 'next',
  ArrowDown: 'next',
  KeyK: 'previous',
  ArrowUp: 'previous',
  Enter: 'open',
  KeyO: 'open',
  Space: 'peek',
  KeyE: 'edit',
  KeyX: 'mark',
} as const
export type RowAct = (typeof rowKeys)[keyof typeof rowKeys]

/** After G. */
export const placeKeys = {
  KeyH: '/',
  KeyI: '/sales/invoices',
  KeyC: '/sales/customers',
  KeyB: '/purchases/bills',
  KeyS: '/purchases/suppliers',
  KeyR: '/accounting/income-payments',
  KeyP: '/accounting/expense-payments',
  KeyJ: '/accounting/journal-entries',
  KeyM: '/accounting/month-close',
  KeyW: '/inventory/products',
  KeyT: '/reports',
} as const satisfies Record<string, string>

/** Shown by the help: the keys and what they do (`keyboard:acts.<name>`), by group. */
export const keyHelp = {
  everywhere: [
    ['search', ['Ctrl', 'K']],
    ['help', ['?']],
    ['find', ['/']],
    ['new', ['N']],
  ],
  lists: [
    ['next', ['J']],
    ['previous', ['K']],
    ['open', ['Enter']],
    ['peek', ['Space']],
    ['edit', ['E']],
    ['mark', ['X']],
  ],
  forms: [
    ['save', ['Ctrl', 'S']],
    ['confirm', ['Ctrl', 'Enter']],
    ['as_last_time', ['Ctrl', 'E']],
    ['close', ['Esc']],
  ],
  goTo: Object.entries(placeKeys).map(([key, address]) => [address, ['G', key.slice('Key'.length)]] as const),
} as const
