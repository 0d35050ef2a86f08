let isPressed = false
for (const eventType of ['pointerdown', 'pointerup', 'pointercancel'])
  document.addEventListener(eventType, () => (isPressed = eventType === 'pointerdown'), {
    capture: true,
    passive: true,
  })

/** Content that appears while a finger or the mouse is down could move the button away, and the press would be lost. */
export function runAfterPress(act: () => void): void {
  if (!isPressed) return void setTimeout(act)
  const runLater = () => {
    document.removeEventListener('pointerup', runLater, true)
    document.removeEventListener('pointercancel', runLater, true)
    // The click event follows in the same task.
    setTimeout(act)
  }
  document.addEventListener('pointerup', runLater, true)
  document.addEventListener('pointercancel', runLater, true)
}
