/** Writes an address into the present entry of the browser's history; the router is not to take it for a navigation. */
const show = (href: string) => History.prototype.replaceState.call(window.history, window.history.state, '', href)

/**
 * After Back the browser shows the address of the page before at once. While a question holds that back, the page on the screen keeps
 * its own address. Answers what gives the entry its address back: to be called before the question is answered.
 */
export function holdAddress(own: string): () => void {
  const wanted = window.location.href
  show(own)
  return () => show(wanted)
}
