type Choice = { value: string; label: string }

export const nothingChosen: Choice = { value: '', label: '–' }

/** A stored line may refer to an inactive record: it stays selectable in its own line. */
export function withCurrentOption(choices: readonly Choice[], id: string, label: string): readonly Choice[] {
  if (id === '' || choices.some((choice) => choice.value === id)) return choices
  return [{ value: id, label }, ...choices]
}
