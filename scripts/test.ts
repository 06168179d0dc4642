// `npm test` is all of CI and nothing else; scripts/check.ts is the list.
import './check.ts'
