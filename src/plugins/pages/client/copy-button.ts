/** A button that copies the text of the element that `for` names, and says that it did. Without scripts there is no button. */
class CopyButton extends HTMLElement {
  connectedCallback(): void {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'btn'
    button.dataset['variant'] = 'outline'
    button.dataset['size'] = 'sm'
    button.textContent = this.dataset['label'] ?? 'Copy'
    const said = document.createElement('span')
    said.className = 'sr-only'
    said.setAttribute('role', 'status')
    button.addEventListener('click', () => void this.#copy(button, said))
    this.replaceChildren(button, said)
  }

  async #copy(button: HTMLButtonElement, said: HTMLElement): Promise<void> {
    const source = document.getElementById(this.getAttribute('for') ?? '')
    if (!source) return
    const label = this.dataset['label'] ?? 'Copy'
    try {
      await navigator.clipboard.writeText(source.textContent ?? '')
      button.textContent = 'Copied'
      said.textContent = 'Copied to the clipboard'
    } catch {
      // Where the clipboard is closed to pages (plain http away from this machine), the text is marked for the keyboard.
      getSelection()?.selectAllChildren(source)
      button.textContent = 'Press Ctrl+C'
      said.textContent = 'The text is marked: press Control and C to copy it'
    }
    setTimeout(() => {
      button.textContent = label
      said.textContent = ''
    }, 3_000)
  }
}

customElements.define('copy-button', CopyButton)
