type Options = { tell?(line: string): void; afterLast?(): Promise<void>; pauses?: { least: number; most: number } }
export function keepRunning(command: string, given: readonly string[], options?: Options): Promise<number>
