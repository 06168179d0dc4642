/** Passwords that attackers try first, in lower case, without usual substitutions and suffixes. */
const common = new Set(
  `password passwort motdepasse contrasena parola sifre qwerty qwertyui qwertyuiop qwert asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm qazwsx
  qazwsxedc qweasd qweasdzxc iloveyou ilovegod loveyou sunshine princess football baseball basketball superman batman spiderman starwars
  welcome letmein trustno whatever michael jennifer jordan michelle charlie jessica ashley daniel thomas george hunter harley ranger
  master monkey dragon shadow killer flower summer winter spring autumn computer internet google facebook samsung iphone android windows
  microsoft liverpool chelsea barcelona arsenal realmadrid juventus manchester secret secretword access admin administrator adminadmin
  root rootroot toor guest default changeme changeit change newpassword mypassword password1234 temporary temppass testtest test
  testing user username login loginlogin pass passpass passw hello helloworld freedom forever blink nothing cookie cheese chocolate
  banana pepper orange purple yellow silver golden diamond maggie buster ginger tigger pokemon naruto minecraft fortnite mustang ferrari
  mercedes corvette porsche yamaha honda toyota america canada england france germany london paris saudi saudiarabia riyadh jeddah
  makkah mecca madinah medina kingdom alhilal alnassr alittihad alahli mohammed muhammad mohamed muhammed ahmed abdullah abdulaziz fatima
  khalid salman allah allahakbar bismillah subhanallah alhamdulillah inshallah mashallah habibi habibti company business office account
  accounting finance invoice mizan mizanmizan organization`.split(/\s+/),
)
const standIns: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  $: 's',
  '5': 's',
  '7': 't',
}
const rows = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Whether a password is one of the commonest, one sign or two again and again, or a row of the keyboard. */
export function isCommonPassword(password: string): boolean {
  const given = password.normalize('NFKC').toLowerCase()
  const bare = given.replace(/[^\p{L}]+$/u, '').replace(/^[^\p{L}]+/u, '')
  const meant = bare.replace(/[@4013$57!]/g, (sign) => standIns[sign] ?? sign)
  return common.has(bare) || common.has(meant) || /^(.{1,4}?)\1+.?$/su.test(given) || isRow(given)
}

/** Up or down a row, once or several times: 12345678, 87654321, abcdefgh, qwertyui. */
function isRow(given: string): boolean {
  const both = rows.flatMap((row) => [row, [...row].reverse().join('')])
  const rest = both.reduce((left, row) => takenOut(left, row), given)
  return rest.length <= Math.min(2, given.length / 4)
}

/** Without sequences of five or more neighbouring keys of the row. */
function takenOut(text: string, row: string): string {
  for (let length = Math.min(row.length, text.length); length >= 4; length--)
    for (let at = 0; at + length <= row.length; at++) {
      const piece = row.slice(at, at + length)
      if (text.includes(piece)) return takenOut(text.replace(piece, ''), row)
    }
  return text
}
