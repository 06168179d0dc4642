// More specific names first: every browser also names the ones it descends from.
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Browser and system as people know them, without versions, so that an update is no new device. Otherwise the first word. */
export function deviceLabel(userAgent: string | undefined): string {
  const text = (userAgent ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 400)
  const named = [browsers, systems].map((list) => list.find(([pattern]) => pattern.test(text))?.[1])
  const label = named.filter(Boolean).join(' · ')
  return label || (/^[\w.-]{1,40}/.exec(text)?.[0] ?? '?')
}
