import { type ServerProcess, startProcess } from '../server-process.ts'

/** A server that a test kills and starts again on the same data folder. */
export function createServerIn(dataDir: string) {
  let running: ServerProcess | undefined
  let address = ''
  return {
    address: () => address,
    async start(): Promise<void> {
      running = startProcess({ DATA_DIR: dataDir })
      const found = await running.address
      if (!found) throw new Error((await running.ended).said)
      address = found
    },
    /** Sends the signal and waits until the process has ended. */
    async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
      running?.child.kill(signal)
      await running?.ended
    },
  }
}
