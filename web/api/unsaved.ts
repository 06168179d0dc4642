const forms = new Set<() => boolean>()

/** Unsaved input. A session that ends meanwhile must not discard it. */
export const unsaved = {
  /** Registers a form by a function that says whether it is dirty. Answers the function that unregisters it. */
  watch(isDirty: () => boolean): () => void {
    forms.add(isDirty)
    return () => forms.delete(isDirty)
  },
  any: (): boolean => [...forms].some((isDirty) => isDirty()),
}
