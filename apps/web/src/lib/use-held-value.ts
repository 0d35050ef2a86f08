import { useState } from 'react'

/** Returns `value`, but while `isHeld` the value from before: a dialog keeps its form, for example, while somebody types in it. */
export function useHeldValue<Value>(value: Value, isHeld: boolean): Value {
  const [heldValue, setHeldValue] = useState(value)
  if (isHeld) return heldValue
  if (heldValue !== value) setHeldValue(value)
  return value
}
