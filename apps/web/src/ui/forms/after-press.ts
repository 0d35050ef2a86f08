let isPressed = false
for (const kind of ['pointerdown', 'pointerup', 'pointercancel'])
  document.addEventListener(kind, () => (isPressed = kind === 'pointerdown'), {
    capture: true,
    passive: true,
  })

/**
 * Does it once what is being pressed was pressed. What appears while a finger or the mouse is down moves the button away under
 * it, and the press is lost.
 */
export function afterPress(act: () => void): void {
  if (!isPressed) return void setTimeout(act)
  const later = () => {
    document.removeEventListener('pointerup', later, true)
    document.removeEventListener('pointercancel', later, true)
    // The click follows in the same task.
    setTimeout(act)
  }
  document.addEventListener('pointerup', later, true)
  document.addEventListener('pointercancel', later, true)
}
