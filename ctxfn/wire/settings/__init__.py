"""Settings of a request in another format's words, as far as it has any."""

from ctxfn.wire.settings.between import setting_in, settings_for, with_setting

__all__ = ["setting_in", "settings_for", "with_setting"]
