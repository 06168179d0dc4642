/** A start that cannot continue. The starter prints its message to the operator in one line and exits with 1. */
export class StartRefusal extends Error {}
