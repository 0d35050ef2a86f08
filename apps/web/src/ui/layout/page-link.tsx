import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AppPath } from '../../lib/paths.ts'
import { Button } from '../button.tsx'

type Props = {
  to: AppPath
  search?: Record<string, string | boolean>
  icon: Icon
  onClick?: () => void
  children: ReactNode
}

/** A link beside the page title that leads to the next step of the same task. */
export function PageLink({ to, search, icon: Icon, onClick, children }: Props) {
  return (
    <Button component={Link} to={to} search={search as never} onClick={onClick} variant="default" icon={Icon}>
      {children}
    </Button>
  )
}
