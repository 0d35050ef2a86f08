import { IconHelpCircle, IconMapPinCheck, IconMapPinOff, IconUsers } from '@tabler/icons-react'

/** The four cards that count the people of App Users, and filter them. */
export const filterCards = [
  { presence: 'all', label: 'Total Users', icon: IconUsers },
  { presence: 'inside', label: 'Inside Zone', icon: IconMapPinCheck },
  { presence: 'outside', label: 'Outside Zone', icon: IconMapPinOff },
  { presence: 'unknown', label: 'Not Checked-in', icon: IconHelpCircle },
] as const
