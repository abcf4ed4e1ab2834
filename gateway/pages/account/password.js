import { call } from './api.js'
import { ask } from './dialog.js'
import { announce, h } from './dom.js'

export function showPassword(user, changed) {
  document.querySelector('#password .change').addEventListener('click', async () => {
    const done = await ask({
      title: 'Change password',
      content: [
        h('input', { name: 'username', type: 'email', autocomplete: 'username', value: user.email, hidden: true }),
      ],
      fields: [
        { label: 'Current password', name: 'currentPassword', type: 'password', autocomplete: 'current-password' },
        {
          label: 'New password',
          name: 'newPassword',
          type: 'password',
          autocomplete: 'new-password',
          minlength: 12,
          maxlength: 200,
          hint: 'At least 12 characters: three or four words nobody would guess are good.',
        },
      ],
      action: 'Change password',
      run: (values) =>
        call('POST', '/me/password', {
          currentPassword: values.get('currentPassword'),
          newPassword: values.get('newPassword'),
        }),
    })
    if (done === undefined) return
    announce('The password is changed. Every other session has ended.')
    changed()
  })
}
