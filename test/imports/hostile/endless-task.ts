/** A task that works without an end, and leaves no turn to anything else in its process. */
export default function work(): never {
  for (;;);
}
