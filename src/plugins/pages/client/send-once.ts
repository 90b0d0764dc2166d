// A form that makes something is sent once, however often its button is pressed. The server holds to that without this, too.
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-once]')) {
  let sent = false
  form.addEventListener('submit', (event) => {
    if (sent) event.preventDefault()
    sent = true
  })
  // Back in the history the form may be sent again.
  addEventListener('pageshow', () => {
    sent = false
  })
}
