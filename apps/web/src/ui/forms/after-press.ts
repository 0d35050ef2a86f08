let isPressed = false
for (const kind of ['pointerdown', 'pointerup', 'pointercancel'])
  document.addEventListener(kind, () => (isPressed = kind === 'pointerdown'), {
    capture: true,
    passive: true,
  })

/**
 * Runs `act` once the current press is over. Content that appears while a finger or the mouse is down could move the button away,
 * and the press would be lost.
 */
export function afterPress(act: () => void): void {
  if (!isPressed) return void setTimeout(act)
  const later = () => {
    document.removeEventListener('pointerup', later, true)
    document.removeEventListener('pointercancel', later, true)
    // The click event follows in the same task.
    setTimeout(act)
  }
  document.addEventListener('pointerup', later, true)
  document.addEventListener('pointercancel', later, true)
}
