import { Avatar, UnstyledButton } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../api/session.ts'

/** The button that opens the user's menu. */
export function UserFace(props: ComponentProps<'button'>) {
  const { t } = useTranslation('shell')
  const user = useUser()
  return (
    <UnstyledButton aria-haspopup="menu" {...props} aria-label={t('header.account', { name: user.name })}>
      <Avatar src={user.avatar} size={30} color="indigo" alt="">
        {[...user.name][0]}
      </Avatar>
    </UnstyledButton>
  )
}
