const riyadh = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Riyadh', dateStyle: 'short' })

/** Today in Riyadh, in any time zone of the browser; or the day in Riyadh at an instant. */
export const today = (): string => dayAt(new Date())
export const dayAt = (instant: Date): string => riyadh.format(instant)
