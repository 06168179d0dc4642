import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a process for files must not be able to do: its environment, and the failure of writing a file. */
export default (): string[] => {
  try {
    writeFileSync(join(tmpdir(), 'outside'), '')
    return [Object.keys(process.env).join(), 'written']
  } catch (error) {
    return [Object.keys(process.env).join(), String((error as { code?: string }).code)]
  }
}
