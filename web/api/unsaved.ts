const forms = new Set<() => boolean>()

/** Work that was typed and not saved yet; a session that ends in the meantime must not throw it away. */
export const unsaved = {
  /** Registers a form by the question whether it is dirty; answers how to forget it again. */
  watch(isDirty: () => boolean): () => void {
    forms.add(isDirty)
    return () => forms.delete(isDirty)
  },
  any: (): boolean => [...forms].some((isDirty) => isDirty()),
}
