"""The start page without a server on a phone and on a desk, light and dark, in both languages;
while it is loaded, and when that failed.
"""

LOADING = {"en": "The cards are being loaded", "de": "Die Karten werden geladen"}
FAILED = {"en": "The table could not be loaded.", "de": "Der Tisch konnte nicht geladen werden."}
TITLE = {"en": "Without a server", "de": "Ohne Server"}
"""
"""
