const riyadh = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Riyadh', dateStyle: 'short' })
const riyadhMinute = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Riyadh',
  dateStyle: 'short',
  timeStyle: 'short',
  hour12: false,
})

/** Today in Riyadh, in any time zone of the browser; or the day in Riyadh at an instant. */
export const today = (): string => dayAt(new Date())
export const dayAt = (instant: Date): string => riyadh.format(instant)
/** The day and minute in Riyadh of an instant as the server spells it. */
export const minuteAt = (instant: string): string => riyadhMinute.format(new Date(instant)).replace(', ', ' ')
