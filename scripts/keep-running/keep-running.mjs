// Runs the server as a child and starts it again when it crashes: one process that dies would otherwise leave nobody to answer, and
// PostgreSQL behind. What ends before it was ready, or on request, is not started again.
import { spawn } from 'node:child_process'

const pause_ms = { least: 500, most: 30_000 }
/** A server that ran for so long and then died begins with the shortest pause again. */
const settled_ms = 60_000

/**
 * Answers the exit code once the server ended for good. `afterLast` runs before that, for what a dead server left behind.
 * `pauses` is for tests.
 */
export async function keepRunning(
  command,
  given,
  { tell = console.error, afterLast = async () => {}, pauses = pause_ms } = {},
) {
  let child
  let isStopping = false
  let wake = () => {}
  const stop = (signal) => {
    isStopping = true
    wake()
    child?.kill(signal)
  }
  const handlers = ['SIGINT', 'SIGTERM'].map((signal) => [signal, () => stop(signal)])
  for (const [signal, handler] of handlers) process.on(signal, handler)
  let wasReady = false
  let pause = pauses.least
  try {
    for (;;) {
      const began = Date.now()
      const ended = await new Promise((resolve) => {
        child = spawn(command, given, {
          stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
          env: { ...process.env, MIZAN_KEPT_RUNNING: '1' },
        })
        child.on('message', (message) => {
          if (message?.ready) wasReady = true
        })
        child.on('error', (error) => resolve({ code: 1, said: error.message }))
        child.on('exit', (code, signal) => resolve({ code: code ?? 1, said: signal ?? `code ${code}`, signal }))
      })
      child = undefined
      if (isStopping || !wasReady || (ended.code === 0 && !ended.signal)) {
        if (wasReady) await afterLast()
        return ended.code
      }
      if (Date.now() - began > settled_ms) pause = pauses.least
      tell(`mizan: the server ended (${ended.said}) and is started again in ${pause / 1000} s.`)
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, pause)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      if (isStopping) {
        await afterLast()
        return 0
      }
      pause = Math.min(pause * 2, pauses.most)
    }
  } finally {
    for (const [signal, handler] of handlers) process.off(signal, handler)
  }
}
