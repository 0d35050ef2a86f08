import {
  type ActionIconProps,
  createPolymorphicComponent,
  ActionIcon as MantineActionIcon,
} from '@mantine/core'
import { type IconProps, renderIcon } from './button.tsx'

/** The library's button that shows only an icon. Its `aria-label` says what it does. */
export const ActionIcon = createPolymorphicComponent<'button', ActionIconProps & IconProps>(
  ({ icon, iconSize = '1.25rem', points, children, ...props }: ActionIconProps & IconProps) => (
    <MantineActionIcon {...props}>
      {renderIcon({ icon, iconSize, points })}
      {children}
    </MantineActionIcon>
  ),
)
