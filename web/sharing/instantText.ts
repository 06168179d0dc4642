const instant = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Riyadh',
  dateStyle: 'short',
  timeStyle: 'short',
  hour12: false,
})

/** Day and time of day in Riyadh. */
export const instantText = (value: string): string => instant.format(new Date(value))
