import { expect, type Locator, type Page } from '@playwright/test';

interface Registration {
  name: string;
  email: string;
  password: string;
  repeatedPassword?: string;
}

/** The modals of login, registration and the forgotten password. At most one is open. */
export class AuthModals {
  private readonly page: Page;
  readonly login: Locator;
  readonly register: Locator;
  /** Fields of the steps that reset a forgotten password. */
  readonly forgotPassword: { email: Locator; otp: Locator; password: Locator };

  constructor(page: Page) {
    this.page = page;
    this.login = page.getByRole('dialog', { name: 'Welcome back' });
    this.register = page.getByRole('dialog', { name: 'Create Account' });
    this.forgotPassword = {
      email: page.getByRole('dialog', { name: 'Forgot password' }),
      otp: page.getByRole('dialog', { name: 'Check your email' }),
      password: page.getByRole('dialog', { name: 'New password' }),
    };
  }

  /** The field with this label in the open modal. */
  field(label: string): Locator {
    return this.page.getByRole('dialog').getByLabel(label, { exact: true });
  }

  async goToRegister(): Promise<void> {
    await this.login.getByRole('button', { name: 'Sign up' }).click();
    await expect(this.register).toBeVisible();
    await expect(this.login).toBeHidden();
  }

  async signUp({
    name,
    email,
    password,
    repeatedPassword = password,
  }: Registration): Promise<void> {
    await this.field('Name').fill(name);
    await this.field('Email').fill(email);
    await this.field('Password').fill(password);
    await this.field('Confirm password').fill(repeatedPassword);
    await this.submitSignUp();
  }

  async submitSignUp(): Promise<void> {
    await this.register.getByRole('button', { name: 'SIGNUP' }).click();
  }

  async logIn(email: string, password: string): Promise<void> {
    await this.field('Email').fill(email);
    await this.field('Password').fill(password);
    await this.submitLogin();
  }

  async submitLogin(): Promise<void> {
    await this.login.getByRole('button', { name: 'LOGIN' }).click();
  }

  /** Types the address into the open login modal and requests a one-time code. */
  async requestOtp(email: string): Promise<void> {
    await this.field('Email').fill(email);
    await this.login.getByRole('button', { name: 'Forgot password?' }).click();
    await expect(this.forgotPassword.email.getByLabel('Email')).toHaveValue(email);
    await this.forgotPassword.email.getByRole('button', { name: 'Send OTP' }).click();
    await expect(this.forgotPassword.otp).toBeVisible();
  }

  async enterOtp(otp: string): Promise<void> {
    await this.field('OTP').fill(otp);
    await this.forgotPassword.otp.getByRole('button', { name: 'Verify OTP' }).click();
  }

  async setPassword(password: string): Promise<void> {
    await this.field('New password').fill(password);
    await this.field('Confirm password').fill(password);
    await this.forgotPassword.password.getByRole('button', { name: 'Reset password' }).click();
  }

  /** Expects that the field is marked invalid, and that its description is the error. */
  async expectError(label: string, sentence: string): Promise<void> {
    await expect(this.field(label)).toHaveAttribute('aria-invalid', 'true');
    await expect(this.field(label)).toHaveAccessibleDescription(sentence);
  }

  async expectNoError(label: string): Promise<void> {
    await expect(this.field(label)).toHaveAttribute('aria-invalid', 'false');
  }
}
