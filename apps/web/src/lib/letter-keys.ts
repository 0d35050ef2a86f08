import { useLocalStorage } from '@mantine/hooks'

/** Returns whether single letters act as keys on this device, and its setter. All tabs follow a change. */
export const useLetterKeys = () =>
  useLocalStorage({ key: 'muster.letter-keys', defaultValue: true, getInitialValueInEffect: false })
