// `npm start` behind the bootstrap: the server with its options. Where the system can, this process becomes the server, so that signals
// and memory are its own; elsewhere it waits for it and ends with its code.
import { spawn } from 'node:child_process'
import { serverArguments } from './v8-flags.mjs'

const given = serverArguments()
if (typeof process.execve === 'function' && process.platform !== 'win32') {
  process.removeAllListeners('warning')
  process.execve(process.execPath, [process.execPath, ...given], process.env)
}
const child = spawn(process.execPath, given, { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
