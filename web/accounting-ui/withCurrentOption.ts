type Choice = { value: string; label: string }

export const nothingChosen: Choice = { value: '', label: '–' }

/** What a stored line refers to may have become inactive since: it stays choosable in its own line. */
export function withCurrentOption(choices: readonly Choice[], id: string, label: string): readonly Choice[] {
  if (id === '' || choices.some((choice) => choice.value === id)) return choices
  return [{ value: id, label }, ...choices]
}
