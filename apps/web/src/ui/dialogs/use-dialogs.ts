import { useState } from 'react'

/**
 * The dialogs of one place, of which at most one is open: `dialogs.open('edit', row)` in a handler and `{...dialogs.props('edit')}` on
 * the dialog. `about` is what the last one was opened for, and stays while it fades out.
 */
export function useDialogs<Name extends string, About = never>() {
  const [state, setState] = useState<{ name?: Name; about?: About; isOpen: boolean }>({ isOpen: false })
  const close = () => setState(current => ({ ...current, isOpen: false }))
  return {
    name: state.name,
    about: state.about,
    isOpen: state.isOpen,
    close,
    open: (name: Name, about = state.about) =>
      setState({ name, ...(about !== undefined && { about }), isOpen: true }),
    props: (name: Name) => ({ opened: state.isOpen && state.name === name, onClose: close }),
  }
}

/** The only dialog of a place: `adding.open` for its button, and `{...adding.props}`. */
export function useDialog() {
  const [opened, setOpened] = useState(false)
  return { open: () => setOpened(true), props: { opened, onClose: () => setOpened(false) } }
}
