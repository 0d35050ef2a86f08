import {
  type ActionIconProps,
  type ButtonProps,
  createPolymorphicComponent,
  ActionIcon as MantineActionIcon,
  Button as MantineButton,
} from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

export type IconProps = {
  icon?: Icon | undefined
  /** In rem, so that it grows with the text beside it. */
  iconSize?: `${number}rem` | undefined
  /** True for an icon that points in the direction of the text, which is mirrored with it. */
  points?: boolean | undefined
}

/** The library's button, with an icon before its text. */
export const Button = createPolymorphicComponent<'button', ButtonProps & IconProps>(
  ({ icon, iconSize, points, ...props }: ButtonProps & IconProps) => (
    <MantineButton {...props} {...(icon && { leftSection: renderIcon({ icon, iconSize, points }) })} />
  ),
)

/** The library's button that shows only an icon. Its `aria-label` says what it does. */
export const ActionIcon = createPolymorphicComponent<'button', ActionIconProps & IconProps>(
  ({ icon, iconSize = '1.25rem', points, children, ...props }: ActionIconProps & IconProps) => (
    <MantineActionIcon {...props}>
      {renderIcon({ icon, iconSize, points })}
      {children}
    </MantineActionIcon>
  ),
)

export const renderIcon = ({ icon: Icon, iconSize = '1.125rem', points }: IconProps) =>
  Icon && <Icon size={iconSize} aria-hidden {...(points && { className: 'points' })} />
